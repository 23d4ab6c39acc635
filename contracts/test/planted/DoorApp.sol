// SPDX-License-Identifier: MIT
// The contract with the bug stands beside its mended twin.
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {AppGatewayBase} from "../../gateway/AppGatewayBase.sol";
import {IsPlug, Read} from "../../gateway/GatewayTypes.sol";
import {Members} from "./Members.sol";

/// @dev The functions of the list as they are called on its forwarder.
interface IMembers {
    function add(address account) external;
    function isMember(address account) external;
}

/// @title A door that opens to the members of a list on another chain
/// @notice Planted bug, a callback that opens too much: when a member is found on the list, the door opens to whoever has
/// knocked last.
contract DoorApp is AppGatewayBase {
    bytes32 public immutable members = _createContractId("members");

    mapping(address account => bool) public isOpenTo;
    address public lastToKnock;

    constructor(address addressResolver_, uint256 fees) {
        _initializeAppGateway(addressResolver_);
        _setMaxFees(fees);
        creationCodeWithArgs[members] = type(Members).creationCode;
    }

    function deployContracts(uint32 chainSlug) external async {
        _deploy(members, chainSlug, IsPlug.YES);
    }

    function add(uint32 chainSlug, address account) external async {
        _membersOn(chainSlug).add(account);
    }

    /// @notice Asks for the door to be opened to an account.
    function knock(uint32 chainSlug, address account) external async {
        lastToKnock = account;
        _setOverrides(Read.ON);
        _membersOn(chainSlug).isMember(account);
        then(this.onAnswer.selector, abi.encode(account));
    }

    function onAnswer(bytes calldata data, bytes calldata returnData) external onlyPromises {
        if (abi.decode(returnData, (bool))) isOpenTo[_whoToOpenTo(data)] = true;
    }

    function _whoToOpenTo(bytes calldata) internal view virtual returns (address account) {
        return lastToKnock;
    }

    function _membersOn(uint32 chainSlug) private view returns (IMembers) {
        return IMembers(forwarderAddresses[members][chainSlug]);
    }
}

/// @title The same, mended: the door opens to the account that the answer is about
contract DoorAppMended is DoorApp {
    constructor(address addressResolver_, uint256 fees) DoorApp(addressResolver_, fees) {}

    function _whoToOpenTo(bytes calldata data) internal pure override returns (address account) {
        return abi.decode(data, (address));
    }
}
