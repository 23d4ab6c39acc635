// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AppGatewayBase, IsPlug, Parallel} from "../../gateway/evmx/base/AppGatewayBase.sol";
import {Part} from "./Part.sol";

/// @dev The part's functions as they are called on its forwarders.
interface IPart {
    function initialize(uint256 value) external;
    function initializeBySocket(uint256 value) external;
}

/// @title App gateway that deploys in six variants
/// @notice A contract is a plug or not; nothing, calldata at its deployment, a call afterwards, or both initialize it.
contract DeployApp is AppGatewayBase {
    bytes32 public plain = _createContractId("plain");
    bytes32 public plainInitialized = _createContractId("plainInitialized");
    bytes32 public plug = _createContractId("plug");
    bytes32 public plugInitialized = _createContractId("plugInitialized");
    bytes32 public plugInitializedTwice = _createContractId("plugInitializedTwice");
    bytes32 public plugInitializedLater = _createContractId("plugInitializedLater");

    constructor(address addressResolver_, uint256 fees_) {
        bytes32[6] memory ids = [
            plain,
            plainInitialized,
            plug,
            plugInitialized,
            plugInitializedTwice,
            plugInitializedLater
        ];
        for (uint256 i = 0; i < 6; i++) {
            creationCodeWithArgs[ids[i]] = abi.encodePacked(type(Part).creationCode, abi.encode(i + 1));
        }
        _setMaxFees(fees_);
        _initializeAppGateway(addressResolver_);
    }

    function setSwitchboardType(bytes32 sbType_) external {
        _setSbType(sbType_);
    }

    function deployContracts(uint32 chainSlug_) external async {
        bytes memory initCallData = abi.encodeCall(Part.initialize, (10));
        _setOverrides(Parallel.ON);
        _deploy(plain, chainSlug_, IsPlug.NO);
        _deploy(plainInitialized, chainSlug_, IsPlug.NO, initCallData);
        _deploy(plug, chainSlug_, IsPlug.YES);
        _deploy(plugInitialized, chainSlug_, IsPlug.YES, initCallData);
        _deploy(plugInitializedTwice, chainSlug_, IsPlug.YES, initCallData);
        _deploy(plugInitializedLater, chainSlug_, IsPlug.YES);
    }

    function initializeOnChain(uint32 chainSlug_) public override async {
        IPart(forwarderAddresses[plugInitializedTwice][chainSlug_]).initializeBySocket(100);
        IPart(forwarderAddresses[plugInitializedLater][chainSlug_]).initializeBySocket(100);
    }
}
