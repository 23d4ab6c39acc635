// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {AppGatewayBase} from "../AppGatewayBase.sol";
import {IsPlug} from "../GatewayTypes.sol";
import {ITriggeredAppGateway} from "./ITriggeredAppGateway.sol";
import {TriggerPlug} from "./TriggerPlug.sol";

/// @title An app gateway that plugs call
/// @notice Example of triggers, and of accepting those of one's own plugs. Each trigger costs credits, so whoever can
/// make the plug trigger spends them.
contract TriggeredAppGateway is AppGatewayBase, Ownable, ITriggeredAppGateway {
    /// @notice Contract id of the plugs.
    bytes32 public immutable reporting = _createContractId("reporting");

    mapping(uint32 chainSlug => uint256) public totals;

    /// @notice Emitted when a plug of this app gateway reports an amount from its chain.
    event Reported(uint32 indexed chainSlug, address indexed reporter, uint256 amount);

    constructor(address addressResolver, address owner, uint256 fees) Ownable(owner) {
        _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
        creationCodeWithArgs[reporting] = type(TriggerPlug).creationCode;
    }

    function deployContracts(uint32 chainSlug) external onlyOwner async {
        _deploy(reporting, chainSlug, IsPlug.YES);
    }

    /// @dev Runs when the plug is deployed. From then on the watcher passes its triggers on, and refuses all others.
    function initializeOnChain(uint32 chainSlug) public override {
        _setValidPlug(true, chainSlug, reporting);
    }

    /// @inheritdoc ITriggeredAppGateway
    function onReport(address reporter, uint256 amount) external onlyWatcher {
        uint32 chainSlug = watcher__().triggerFromChainSlug();
        totals[chainSlug] += amount;
        emit Reported(chainSlug, reporter, amount);
    }
}
