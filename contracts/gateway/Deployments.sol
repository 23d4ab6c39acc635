// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {AsyncCalls} from "./AsyncCalls.sol";
import {IsPlug} from "./GatewayTypes.sol";
import {IForwarder} from "./interfaces/IForwarder.sol";

/// @title The contracts that an app gateway deploys to chains, and the forwarders that stand for them
/// @notice Put a contract's code into `creationCodeWithArgs` under its id, and call `_deploy` in an `async` function.
/// When the deployment is done its forwarder is in `forwarderAddresses`; when all of the request is done,
/// `initializeOnChain` runs for each chain that was deployed to.
abstract contract Deployments is AsyncCalls {
    /// @notice What is deployed under an id: creation code, and the encoded arguments of the constructor behind it.
    mapping(bytes32 contractId => bytes) public creationCodeWithArgs;

    /// @notice What to call instead of a deployed contract; zero until the deployment's callback ran.
    mapping(bytes32 contractId => mapping(uint32 chainSlug => address forwarder)) public forwarderAddresses;

    /// @dev The chains that the open request deploys to.
    uint32[] private _deployedTo;

    /// @notice There is nothing to deploy under this id. Fill `creationCodeWithArgs[contractId]` in the constructor.
    error NoCreationCode(bytes32 contractId);

    /// @notice The callback of every deployment: deploys the forwarder, and keeps its address.
    function setAddress(bytes calldata data, bytes calldata returnData) external onlyPromises {
        (bytes32 contractId, uint32 chainSlug) = abi.decode(data, (bytes32, uint32));
        address onChainAddress = abi.decode(returnData, (address));
        forwarderAddresses[contractId][chainSlug] = asyncDeployer__().getOrDeployForwarderContract(
            onChainAddress,
            chainSlug
        );
    }

    /// @notice Where a contract is on its chain; zero until the deployment's callback ran.
    function getOnChainAddress(bytes32 contractId, uint32 chainSlug) public view returns (address) {
        address forwarder = forwarderAddresses[contractId][chainSlug];
        return forwarder == address(0) ? address(0) : IForwarder(forwarder).getOnChainAddress();
    }

    /// @notice Runs for each chain that a request deployed to, once all of the request is done.
    /// @dev Override it for the calls that set up what was deployed; it may be `async`. Anybody can call it again: let that
    /// do no harm, or refuse it.
    function initializeOnChain(uint32 chainSlug) public virtual {}

    function _createContractId(string memory name) internal pure returns (bytes32) {
        return keccak256(abi.encode(name));
    }

    /// @notice Queues the deployment of a contract.
    /// @param isPlug YES connects the contract to this app gateway, with `initSocket`.
    function _deploy(bytes32 contractId, uint32 chainSlug, IsPlug isPlug) internal {
        _deploy(contractId, chainSlug, isPlug, "");
    }

    /// @param initCallData What is called on the contract after its deployment; empty for nothing.
    function _deploy(bytes32 contractId, uint32 chainSlug, IsPlug isPlug, bytes memory initCallData) internal {
        _revertOutsideAsync();
        bytes memory creationCode = creationCodeWithArgs[contractId];
        if (creationCode.length == 0) revert NoCreationCode(contractId);

        watcher__().queueDeploy(contractId, chainSlug, isPlug == IsPlug.YES, creationCode, initCallData);
        then(this.setAddress.selector, abi.encode(contractId, chainSlug));
        _noteChain(chainSlug);
    }

    function _initializeChains(bytes memory onCompleteData) internal {
        if (onCompleteData.length == 0) return;
        uint32[] memory chainSlugs = abi.decode(onCompleteData, (uint32[]));
        for (uint256 i = 0; i < chainSlugs.length; i++) initializeOnChain(chainSlugs[i]);
    }

    function _takeOnCompleteData() internal override returns (bytes memory onCompleteData) {
        if (_deployedTo.length == 0) return "";
        onCompleteData = abi.encode(_deployedTo);
        delete _deployedTo;
    }

    function _noteChain(uint32 chainSlug) private {
        for (uint256 i = 0; i < _deployedTo.length; i++) {
            if (_deployedTo[i] == chainSlug) return;
        }
        _deployedTo.push(chainSlug);
    }
}
