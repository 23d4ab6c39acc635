// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {AsyncCalls} from "./AsyncCalls.sol";
import {IsPlug} from "./GatewayTypes.sol";
import {IForwarder} from "./interfaces/IForwarder.sol";

/// @title Contracts that an app gateway deploys to chains, and their forwarders
/// @notice Store a contract's creation code in `creationCodeWithArgs` under its id, and call `_deploy` in an `async`
/// function. When the deployment is done, `forwarderAddresses` has its forwarder. When the whole request is complete,
/// `initializeOnChain` runs for the chain that was deployed to last.
abstract contract Deployments is AsyncCalls {
    /// @notice Creation code of a contract, followed by its ABI-encoded constructor arguments.
    mapping(bytes32 contractId => bytes) public creationCodeWithArgs;

    /// @notice Forwarder to call in place of a deployed contract; zero until the deployment's callback has run.
    mapping(bytes32 contractId => mapping(uint32 chainSlug => address forwarder)) public forwarderAddresses;

    /// @dev Chain that the open request deploys to last; zero if it deploys nothing.
    uint32 private _lastDeployedTo;

    /// @notice No creation code is stored under this id. Set `creationCodeWithArgs[contractId]` in the constructor.
    error NoCreationCode(bytes32 contractId);
    /// @notice The contract is not deployed on that chain, so its triggers can't be accepted. Call `_setValidPlug` once
    /// it is: in `initializeOnChain`, or later.
    error PlugNotDeployed(bytes32 contractId, uint32 chainSlug);

    /// @notice Callback of every deployment: deploys the contract's forwarder and stores its address.
    function setAddress(bytes calldata data, bytes calldata returnData) external onlyPromises {
        (bytes32 contractId, uint32 chainSlug) = abi.decode(data, (bytes32, uint32));
        address onChainAddress = abi.decode(returnData, (address));
        forwarderAddresses[contractId][chainSlug] = asyncDeployer__().getOrDeployForwarderContract(
            onChainAddress,
            chainSlug
        );
    }

    /// @notice Returns the address of a deployed contract on its chain; zero until the deployment's callback has run.
    function getOnChainAddress(bytes32 contractId, uint32 chainSlug) public view returns (address) {
        address forwarder = forwarderAddresses[contractId][chainSlug];
        return forwarder == address(0) ? address(0) : IForwarder(forwarder).getOnChainAddress();
    }

    /// @notice Returns what `onRequestComplete` will receive of the open request: the chain that it deploys to last, or
    /// nothing.
    function onCompleteData() public view returns (bytes memory) {
        return _lastDeployedTo == 0 ? bytes("") : abi.encode(_lastDeployedTo);
    }

    /// @notice Called when a request that deployed contracts is complete, with the chain of its last `_deploy`.
    /// @dev Override it to make the calls that set up the deployed contracts; it may be `async`. To set up several
    /// chains, deploy to each in a request of its own. Anyone can call it again, so make a repeated call harmless or
    /// revert it.
    function initializeOnChain(uint32 chainSlug) public virtual {}

    /// @notice Returns the id of a contract: the hash of its name.
    function _createContractId(string memory name) internal pure returns (bytes32) {
        return keccak256(abi.encode(name));
    }

    /// @notice Queues the deployment of a contract.
    /// @param contractId Id that its creation code is stored under.
    /// @param chainSlug Chain to deploy to.
    /// @param isPlug YES connects the contract to this app gateway with `initSocket`.
    function _deploy(bytes32 contractId, uint32 chainSlug, IsPlug isPlug) internal {
        _deploy(contractId, chainSlug, isPlug, "");
    }

    /// @param initCallData Calldata of a call to the contract right after its deployment; empty for none.
    function _deploy(bytes32 contractId, uint32 chainSlug, IsPlug isPlug, bytes memory initCallData) internal {
        _revertOutsideAsync();
        bytes memory creationCode = creationCodeWithArgs[contractId];
        if (creationCode.length == 0) revert NoCreationCode(contractId);

        _queue().queueDeploy(contractId, chainSlug, isPlug == IsPlug.YES, creationCode, initCallData);
        then(this.setAddress.selector, abi.encode(contractId, chainSlug));
        _lastDeployedTo = chainSlug;
    }

    /// @notice Accepts the triggers of a contract that this app gateway deployed, or stops accepting them. The watcher
    /// refuses all others.
    /// @param isValid Whether the contract may call this app gateway.
    function _setValidPlug(bool isValid, uint32 chainSlug, bytes32 contractId) internal {
        address plug = getOnChainAddress(contractId, chainSlug);
        if (plug == address(0)) revert PlugNotDeployed(contractId, chainSlug);
        watcher__().setValidPlug(isValid, chainSlug, plug);
    }

    function _initializeLastChain(bytes memory data) internal {
        if (data.length > 0) initializeOnChain(abi.decode(data, (uint32)));
    }

    function _takeOnCompleteData() internal override returns (bytes memory data) {
        if (_lastDeployedTo == 0) return "";
        data = onCompleteData();
        delete _lastDeployedTo;
    }
}
